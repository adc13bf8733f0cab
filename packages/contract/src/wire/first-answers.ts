/**
 * Answers that come inside the page: what its first screen asks for a stranger, so that this is no second way to the server. A JSON
 * data block: an object of bodies of successful GET calls by `firstAnswerKey`.
 */
export const FIRST_ANSWERS_ID = 'first-answers';

/** Names a GET call by its address, whatever the order of its parameters. */
export const firstAnswerKey = (address: string): string => {
  const [path = '', query = ''] = address.split('?');
  return [
    path,
    ...query
      .split('&')
      .filter((part) => part !== '')
      .toSorted(),
  ].join('&');
};
