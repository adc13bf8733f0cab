export { AlertDialog } from './alert-dialog.tsx';
export { buttonClass } from './button-class.ts';
export { IconButton } from './icon-button.tsx';
export { ModalDialog } from './modal-dialog.tsx';
export { EmptyState, Page, PageHeader, Section } from './page.tsx';
export { Phrases } from './phrases.tsx';
export { type Box, placeBeside } from './place-beside.ts';
export { Tabs } from './tabs.tsx';
export { type Toast, Toaster } from './toaster.tsx';
