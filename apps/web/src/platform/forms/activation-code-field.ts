/** Schema of a field for an activation code or a teacher code. */
import { clientSentences, fillSentence, readActivationCode, typedCode } from '@shufang/contract';

/**
 * Returns the schema of the operations, which also validates the check character, so that a mistyped code does not count as an attempt on the
 * server. `kind`: name of the code in the errors.
 */
export const activationCodeField = (kind: string) =>
  typedCode(kind).refine(
    (code) => readActivationCode(code) !== undefined,
    fillSentence(clientSentences['activationCode.codeMistyped'], { kind }),
  );
