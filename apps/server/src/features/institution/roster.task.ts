/** Parses a member list in an isolated process. */
import { type RosterError, type RosterLine, readRoster } from './read-roster.ts';

/** Parses the list. `file`: the file in base64. Throws `institution.rosterUnreadable`, `institution.rosterTooLong`. */
export const run = (file: string): { lines: RosterLine[]; errors: RosterError[] } => readRoster(Buffer.from(file, 'base64'));
