/**
 * Id of the element with the dehydrated state: responses embedded in the page, so that an anonymous user's initial queries need no second
 * round trip. The element is a JSON data block that maps `dehydratedResponseKey` to the body of each successful GET call.
 */
export const DEHYDRATED_STATE_ID = 'dehydrated-state';

/** Returns the key of a GET call: its URL with sorted parameters. */
export const dehydratedResponseKey = (address: string): string => {
  const [path = '', query = ''] = address.split('?');
  return [
    path,
    ...query
      .split('&')
      .filter((part) => part !== '')
      .toSorted(),
  ].join('&');
};
