/**
 * The server's exit code for what starting it again cannot mend, such as a wrong setting (EX_CONFIG of sysexits.h): its supervisor
 * gives up, unless it has seen this server well.
 */
export const hopeless = 78;
