export { browserBridge, type DesktopBridge, desktopBridge } from './desktop-bridge.ts';
