myth --version
