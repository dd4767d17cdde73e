typedef int plane_int; /* as in a volley */
typedef int volleys_left;
typedef int volleyball;
