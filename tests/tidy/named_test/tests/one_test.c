/* One test. */
TEST what_is_there_is_found(void);
