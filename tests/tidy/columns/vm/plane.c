typedef int plane_int; /* a line that goes on and on, past the hundredth column, where nobody who reads it side by side wants it to be */
