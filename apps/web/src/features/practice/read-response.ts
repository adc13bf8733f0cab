/** Reads a stored draft of a response. */
import { type QuestionResponse, questionResponse } from '@shufang/contract';

/** Returns the response; an empty one if the draft is not a response, for example of a later version of this app. */
export const readResponse = (body: string): QuestionResponse => {
  try {
    return questionResponse.safeParse(JSON.parse(body)).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
};
