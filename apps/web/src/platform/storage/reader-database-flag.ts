/** Whether this browser has created the reader database; can be read without loading the database code. */
import { z } from 'zod';
import { storedValue } from '../session/stored-value.ts';

const made = storedValue('readerDatabase', z.literal(true));

export const hasReaderDatabase = (): boolean => made.find() === true;

export const markReaderDatabaseCreated = (): void => made.store(true);
