/* plane: forgets stdint.h. */
int64_t plane_one(void);
