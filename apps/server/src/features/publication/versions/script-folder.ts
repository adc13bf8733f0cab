/** Beginning of the addresses of script files in `publication_resource`. No other file has it: `servedHref` replaces the asterisk. */
export const SCRIPT_FOLDER = '*scripts/';
