/** Dependencies of the use cases of question banks. */
import type { TeachingDependencies } from '../teaching/teaching-dependencies.ts';

export type QuestionDependencies = Pick<TeachingDependencies, 'db' | 'clock'>;
