/**
 * SQL with parameters: the one place that imports the query library. Node reads the library's package description, 170 KB, again for each
 * module that imports the library by name; with a hundred such modules, a start took 0.35 s longer.
 */
import { type SQL, sql } from 'drizzle-orm';

export { type SQL, sql };
