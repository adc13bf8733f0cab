/** Dependencies of the gradebook use cases. */
import type { TeachingDependencies } from '../teaching/teaching-dependencies.ts';

export type GradebookDependencies = Pick<TeachingDependencies, 'db' | 'clock'>;
