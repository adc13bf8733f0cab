/** The form that all modes of the sign-in panel share: input is stored in the draft, and validated by the rules of the current mode. */
import { type Form, useForm } from '../../platform/forms/use-form.ts';
import { type SignInCheck, signInChecks } from './sign-in-checks.ts';
import { findDraft, type SignInDraft, saveDraft } from './sign-in-draft.ts';

export type SignInFields = Form<SignInDraft>;

export const useSignInForm = (check: SignInCheck): SignInFields =>
  useForm({ initial: findDraft, schema: signInChecks[check], onValues: saveDraft });
