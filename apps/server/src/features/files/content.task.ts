/** Recognizes an uploaded file in an isolated process. */
import type { ContentWork } from './isolated-files.ts';
import { recognizeContent } from './recognize-content.ts';
import type { Content } from './upload-kinds.ts';

export const run = ({ filePath, name }: ContentWork): Promise<Content | undefined> => recognizeContent(filePath, name);
