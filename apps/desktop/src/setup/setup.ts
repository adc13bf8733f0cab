/** The page on which the user chooses the server. */
import type { ServerCheck } from '@shufang/desktop-bridge/channels';
import { messageOf, setupText } from './server-messages.ts';

const bridge = globalThis.shufangSetup;
if (bridge === undefined) throw new Error('the preload script has not run');

const find = <Name extends keyof HTMLElementTagNameMap>(name: Name, id: string): HTMLElementTagNameMap[Name] => {
  const element = document.querySelector<HTMLElementTagNameMap[Name]>(`${name}#${id}`);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
};

const bar = find('header', 'bar');
const address = find('input', 'address');
const error = find('p', 'error');
const connect = find('button', 'connect');

const isOnBar = ({ target }: Event): boolean => target instanceof Element && target.closest('button') === null;
const drag = (phase: 'start' | 'move' | 'end', { screenX, screenY }: PointerEvent): void =>
  bridge.dragTitleBar({ phase, x: Math.round(screenX), y: Math.round(screenY) });

bar.addEventListener('pointerdown', (event) => {
  if (event.button !== 0 || !isOnBar(event)) return;
  bar.setPointerCapture(event.pointerId);
  drag('start', event);
});
bar.addEventListener('pointermove', (event) => {
  if (bar.hasPointerCapture(event.pointerId)) drag('move', event);
});
bar.addEventListener('lostpointercapture', (event) => drag('end', event));
find('button', 'minimize').addEventListener('click', () => bridge.minimize());
find('button', 'close').addEventListener('click', () => bridge.close());

let isBusy = false;
const showBusy = (busy: boolean): void => {
  isBusy = busy;
  connect.setAttribute('aria-disabled', String(busy));
  connect.textContent = busy ? setupText.connecting : setupText.connect;
};

const showResult = (check: ServerCheck): void => {
  error.textContent = messageOf(check);
  address.setAttribute('aria-invalid', String(check.result !== 'chosen'));
  if (check.result !== 'chosen') address.focus();
};

const submit = async (): Promise<void> => {
  if (isBusy) return;
  showBusy(true);
  error.textContent = '';
  try {
    showResult(await bridge.chooseServer(address.value));
  } catch {
    // The client rejects a message only if it is not that of this page, which a user can do nothing about.
    error.textContent = setupText.failed;
  } finally {
    showBusy(false);
  }
};

find('form', 'form').addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});

address.value = new URLSearchParams(location.search).get('address') ?? '';
address.focus();
// An address that is given beforehand is checked at once: this window is opened because that check failed, and the user needs the reason.
if (address.value !== '') void submit();
