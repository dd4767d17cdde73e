int plane_one(void);
