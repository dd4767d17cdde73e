myth
