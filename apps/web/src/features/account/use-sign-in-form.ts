/** The one form behind all ways of the panel: what is typed in one stays for the others, in the draft, and is checked by the way in use. */
import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEvent, useEffect } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { type SignInCheck, signInChecks } from './sign-in-checks.ts';
import { findDraft, keepDraft, type SignInDraft } from './sign-in-draft.ts';

export type SignInFields = UseFormReturn<SignInDraft, { check: SignInCheck }>;

const resolver: Resolver<SignInDraft, { check: SignInCheck }> = (values, context, options) =>
  zodResolver(signInChecks[context?.check ?? 'smsCodeLogin'])(values, undefined, options as never);

export const useSignInForm = (check: SignInCheck): SignInFields => {
  const fields = useForm<SignInDraft, { check: SignInCheck }>({
    resolver,
    context: { check },
    defaultValues: findDraft(),
    shouldFocusError: false,
  });
  const { subscribe, getValues } = fields;
  useEffect(() => subscribe({ formState: { values: true }, callback: () => keepDraft(getValues()) }), [subscribe, getValues]);
  return fields;
};

/** Puts the focus into the first of `names` as they stand on the screen. */
export const focusFirstOf = (form: HTMLFormElement, names: readonly string[]): void => {
  const wrong = [...form.elements].find((element) => element instanceof HTMLInputElement && names.includes(element.name));
  if (wrong instanceof HTMLInputElement) wrong.focus();
};

/** Checks and goes on with `onValid`, or puts the focus into the first wrong field. */
export const submitWith =
  (fields: SignInFields, onValid: (values: SignInDraft) => void, onInvalid?: () => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    const form = event.currentTarget;
    void fields.handleSubmit(onValid, (errors) => {
      onInvalid?.();
      focusFirstOf(form, Object.keys(errors));
    })(event);
  };
