typedef int a; 
	typedef int b;
