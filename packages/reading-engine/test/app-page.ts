/** A minimal app for tests: connects to the frame, stores its events, and accepts calls of the test through `window.reader`. */
import { createNavigator } from '../src/index.ts';

const frame = document.querySelector('iframe');
if (!frame) throw new Error('no frame');
const contentOrigin = new URL(frame.src).origin;
const reports: { name: string; data: unknown; at: number }[] = [];
const foreign: unknown[] = [];
window.addEventListener('message', (event) => foreign.push(event.data));
const navigator = createNavigator(frame, {
  contentOrigin,
  texts: { untitled: '无题', picture: '无名之图' },
  onEvent: ({ name, data }) => reports.push({ name, data, at: performance.now() }),
});
Object.assign(window, { reader: navigator, reports, foreign });
