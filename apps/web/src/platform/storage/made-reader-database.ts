/** Whether this browser has ever made the database of its readers: known without the code that opens it. */
import { z } from 'zod';
import { storedValue } from '../session/stored-value.ts';

const made = storedValue('readerDatabase', z.literal(true));

export const isReaderDatabaseMade = (): boolean => made.find() === true;

export const noteReaderDatabase = (): void => made.store(true);
