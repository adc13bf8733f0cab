/** The words in forms, kept on this device by person and form. Comes with the database, so pages load it when somebody has a form before them. */
import { dropDraft, findDraft, saveDraft } from './drafts.ts';
import { readerDatabase } from './reader-database.ts';

const FORM = 'form:';

export const findFormDraft = async (owner: string, form: string): Promise<string | undefined> =>
  (await findDraft(readerDatabase(), owner, FORM + form))?.body;

export const saveFormDraft = (owner: string, form: string, body: string): Promise<void> =>
  saveDraft(readerDatabase(), owner, FORM + form, body);

export const dropFormDraft = (owner: string, form: string): Promise<void> => dropDraft(readerDatabase(), owner, FORM + form);

/** For a person who signs out. Texts of notes stay: they belong to marks, which stay as well. */
export const dropFormDrafts = async (owner: string): Promise<void> => {
  await readerDatabase()
    .drafts.where('[owner+key]')
    .between([owner, FORM], [owner, `${FORM}\uffff`])
    .delete();
};
