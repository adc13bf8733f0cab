/** Reads server-sent events from a fetch body: EventSource cannot send the headers our calls need. */

export interface ServerEvent {
  event: string;
  data: string;
}

/**
 * Parses events from chunks that may end anywhere. Ignores comments and fields other than `event` and `data`. Source: HTML, server-sent
 * events.
 */
export const createEventParser = (onEvent: (event: ServerEvent) => void): ((chunk: string) => void) => {
  let rest = '';
  let event = '';
  let data: string[] = [];
  const takeLine = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  };
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
};

/** Reads `body` to its end; `onAlive` is called for every chunk, heartbeats included. */
export const readEventStream = async (
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  onAlive: () => void,
): Promise<void> => {
  const parse = createEventParser(onEvent);
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onAlive();
    parse(decoder.decode(value, { stream: true }));
  }
};
