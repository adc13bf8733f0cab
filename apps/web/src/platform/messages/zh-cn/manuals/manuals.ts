import type { Manual } from './manual.ts';
import { studentManual } from './student-manual.ts';
import { teacherManual } from './teacher-manual.ts';

export const manuals: readonly Manual[] = [studentManual, teacherManual];
