/** Inline script of the reading page. Built apart from the client (vite.early-open.ts). */
import { openEarly } from './open-early.ts';

openEarly(location);
