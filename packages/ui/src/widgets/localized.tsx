/** Sets the page's language for the widgets of React Aria Components, which use it for the names and numbers that they generate. */
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';

export const Localized = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale={document.documentElement.lang || navigator.language}>{children}</I18nProvider>
);
