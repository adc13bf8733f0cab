/** Form drafts by owner and form. Part of the database code, loaded only when a form is shown. */
import { dropDraft, findDraft, saveDraft } from './drafts.ts';
import { readerDatabase } from './reader-database.ts';

const FORM = 'form:';

export const findFormDraft = async (owner: string, form: string): Promise<string | undefined> =>
  (await findDraft(readerDatabase(), owner, FORM + form))?.body;

export const saveFormDraft = (owner: string, form: string, body: string): Promise<void> =>
  saveDraft(readerDatabase(), owner, FORM + form, body);

export const dropFormDraft = (owner: string, form: string): Promise<void> => dropDraft(readerDatabase(), owner, FORM + form);

/** Deletes a user's form drafts at sign-out. Drafts of notes stay, because their annotations stay as well. */
export const dropFormDrafts = async (owner: string): Promise<void> => {
  await readerDatabase()
    .drafts.where('[owner+key]')
    .between([owner, FORM], [owner, `${FORM}\uffff`])
    .delete();
};
