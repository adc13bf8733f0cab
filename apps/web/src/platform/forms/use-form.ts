/**
 * State of a form: values, errors, focus and draft. A schema validates the form when it is submitted, and from then on each field as it
 * changes; a field that was validated alone is validated again as it changes. The form can also show errors that the server reports. Unsent text survives the page as a draft on the device, until the form is
 * submitted or the user signs out.
 */
import { type SyntheticEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { useOwner } from '../storage/use-owner.ts';
import { useStoredDraft } from '../storage/use-stored-draft.ts';
import { changedText, restoredValues } from './draft-text.ts';

interface FieldError {
  /** Code of the error, so that a form can offer help for it: an error code of the server, or the kind of a validation error. */
  readonly type: string;
  readonly message: string;
}

type FieldErrors<Values> = { readonly [Name in keyof Values]?: FieldError };
/** Type of a field's value as the user enters it: a text field can report any text. */
type Entered<Value> = Value extends string ? string : Value;
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement;

/** Attributes that connect a field of the component kit with the form. */
export interface RegisteredField<Value = string> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly ref: (element: FieldElement | null) => void;
}

export interface Form<Values, Valid = Values> {
  readonly values: Values;
  readonly errors: FieldErrors<Values>;
  /** Returns the attributes of a field. `dependents`: fields whose errors depend on its value. */
  readonly register: <Name extends keyof Values & string>(
    name: Name,
    dependents?: readonly (keyof Values)[],
  ) => RegisteredField<Entered<Values[Name]>>;
  /** Returns the current values, also those that are not rendered yet. */
  readonly getValues: () => Values;
  /** Sets a value without validation, and stores the draft. */
  readonly setValue: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Shows an error at a field, without validation. */
  readonly setError: (name: keyof Values, error: { readonly type?: string | undefined; readonly message: string }) => void;
  /** Removes the errors of the fields, by default of all. */
  readonly clearErrors: (...names: readonly (keyof Values)[]) => void;
  readonly setFocus: (name: keyof Values) => void;
  /** Validates one field. Shows its error and gives it the focus if it is invalid. Returns whether it is valid. */
  readonly validateField: (name: keyof Values) => boolean;
  /** Returns a handler that submits the form: calls `onValid` with the output of the schema, or gives the first invalid field the focus. */
  readonly handleSubmit: (onValid: (values: Valid) => void, onInvalid?: () => void) => (event?: SyntheticEvent) => void;
  /** Replaces the values, by default by the initial ones, removes all errors and deletes the draft. */
  readonly reset: (values?: Values) => void;
  /** Whether the values come from an unsent draft of an earlier visit; the form shows a notice if that is not obvious. */
  readonly isRestored: boolean;
  /** Deletes the draft after the submission; the values stay visible. */
  readonly dropDraft: () => void;
}

interface FormOptions<Values, Valid> {
  /** The initial values, or a function that returns them and is called once. */
  readonly initial: Values | (() => Values);
  /** Absent if every input is valid. */
  readonly schema?: z.ZodType<Valid, Values>;
  /**
   * Identifies the form and its subject in the drafts, as `rating:<bookId>`; absent if nothing is stored. Only texts that differ from the
   * initial ones are stored, so that a restored draft does not undo changes of others to the remaining fields.
   */
  readonly draft?: string;
  /** The fields whose texts the draft contains; by default all. Leaves out texts that must not be stored on the device. */
  readonly draftFields?: readonly (keyof Values & string)[];
  /** Called with the values whenever they change. */
  readonly onValues?: (values: Values) => void;
}

/** Returns the first error of each field. */
const errorsOf = <Values>(error: z.ZodError | undefined): FieldErrors<Values> => {
  const issues = error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map(({ path, code, message }) => [path[0], { type: code, message }])) as FieldErrors<Values>;
};

/** Returns `errors` with those of the fields `names` replaced by those in `fresh`. */
const replaced = <Values>(
  errors: FieldErrors<Values>,
  names: readonly (keyof Values)[],
  fresh: FieldErrors<Values>,
): FieldErrors<Values> => {
  const isNamed = ([name]: [string, unknown]): boolean => names.includes(name as keyof Values);
  return Object.fromEntries([
    ...Object.entries(errors).filter((entry) => !isNamed(entry)),
    ...Object.entries(fresh).filter(isNamed),
  ]) as FieldErrors<Values>;
};

/** Returns the element that comes first in the document. */
const firstOf = (elements: readonly FieldElement[]): FieldElement | undefined =>
  elements.toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0];

export const useForm = <Values extends object, Valid = Values>({
  initial,
  schema,
  draft: form,
  draftFields,
  onValues,
}: FormOptions<Values, Valid>): Form<Values, Valid> => {
  const [first] = useState(initial);
  const start = typeof initial === 'function' ? first : initial;
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [isRestored, setRestored] = useState(false);
  const now = useRef(first);
  const isTouched = useRef(false);
  const isSubmitted = useRef(false);
  const validatedAlone = useRef(new Set<keyof Values>());
  const elements = useRef(new Map<keyof Values, FieldElement>());
  const show = (next: Values): void => {
    now.current = next;
    setValues(next);
    onValues?.(next);
  };
  const draft = useStoredDraft(useOwner(), form, (body) => {
    // A draft that is found late does not overwrite what the user has typed in the meantime.
    const restored = isTouched.current ? undefined : restoredValues(now.current, body, draftFields);
    if (restored === undefined) return;
    setRestored(true);
    show(restored);
  });
  const change = <Name extends keyof Values>(name: Name, value: Values[Name]): void => {
    isTouched.current = true;
    show({ ...now.current, [name]: value });
    draft.save(changedText(start, now.current, draftFields));
  };
  const dropDraft = (): void => {
    isTouched.current = false;
    setRestored(false);
    draft.drop();
  };
  const setFocus = (name: keyof Values): void => elements.current.get(name)?.focus();
  const validate = (names: readonly (keyof Values)[]): FieldErrors<Values> => {
    const fresh = errorsOf<Values>(schema?.safeParse(now.current).error);
    setErrors((shown) => replaced(shown, names, fresh));
    return fresh;
  };
  return {
    values,
    errors,
    register: (name, dependents = []) => ({
      name,
      value: values[name] as Entered<Values[typeof name]>,
      onChange: (value) => {
        change(name, value as Values[typeof name]);
        if (isSubmitted.current || validatedAlone.current.has(name)) validate([name, ...dependents]);
      },
      ref: (element) => {
        if (element === null) elements.current.delete(name);
        else elements.current.set(name, element);
      },
    }),
    getValues: () => now.current,
    setValue: change,
    setError: (name, { type = 'custom', message }) => setErrors((shown) => ({ ...shown, [name]: { type, message } })),
    clearErrors: (...names) => setErrors((shown) => (names.length === 0 ? {} : replaced(shown, names, {}))),
    setFocus,
    validateField: (name) => {
      validatedAlone.current.add(name);
      const isValid = validate([name])[name] === undefined;
      if (!isValid) setFocus(name);
      return isValid;
    },
    handleSubmit: (onValid, onInvalid) => (event) => {
      event?.preventDefault();
      isSubmitted.current = true;
      // Without a schema the values themselves are the valid ones.
      const parsed = schema?.safeParse(now.current) ?? { data: now.current as unknown as Valid, error: undefined };
      const fresh = errorsOf<Values>(parsed.error);
      setErrors(fresh);
      if (parsed.error === undefined) return onValid(parsed.data as Valid);
      onInvalid?.();
      firstOf([...elements.current].filter(([name]) => fresh[name] !== undefined).map(([, element]) => element))?.focus();
    },
    reset: (next = start) => {
      isSubmitted.current = false;
      validatedAlone.current.clear();
      setErrors({});
      show(next);
      dropDraft();
    },
    isRestored,
    dropDraft,
  };
};
