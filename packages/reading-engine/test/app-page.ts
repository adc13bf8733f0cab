/** A minimal app for tests: connects to the frame, stores its events, and accepts calls of the test through `window.reader`. */
import { createNavigator, type FrameEvents } from '../src/index.ts';

const frame = document.querySelector('iframe');
if (!frame) throw new Error('no frame');
const contentOrigin = new URL(frame.src).origin;
const reports: { name: string; data: unknown; at: number }[] = [];
const record =
  <K extends keyof FrameEvents>(name: K) =>
  (data: FrameEvents[K]) => {
    reports.push({ name, data, at: performance.now() });
  };
const foreign: unknown[] = [];
window.addEventListener('message', (event) => foreign.push(event.data));
const names: (keyof FrameEvents)[] = [
  'ready',
  'opened',
  'located',
  'selection',
  'selectionCleared',
  'decorationActivated',
  'decorationState',
  'link',
  'figure',
  'tap',
  'key',
  'contentExpired',
  'wall',
  'error',
];
const navigator = createNavigator(frame, {
  contentOrigin,
  texts: { untitled: '无题', picture: '无名之图' },
  on: Object.fromEntries(names.map((name) => [name, record(name)])),
});
Object.assign(window, { reader: navigator, reports, foreign });
