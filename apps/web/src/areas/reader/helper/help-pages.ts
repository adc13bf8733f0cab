/** The help pages, one line per page, in the order of their menu. Routes, titles and the menu are derived from this table. */
import { helpPageText } from '../../../platform/messages/zh-cn/shell.ts';

interface HelpPage {
  readonly path: string;
  /** Document title of the page. */
  readonly title: string;
  /** Label in the menu of the help pages. */
  readonly label: string;
  readonly load: () => Promise<{ Component: React.ComponentType }>;
}

export const helpPages: readonly HelpPage[] = [
  { path: '/helper/student-manual', ...helpPageText.studentManual, load: () => import('./student-manual-screen.tsx') },
  { path: '/helper/teacher-manual', ...helpPageText.teacherManual, load: () => import('./teacher-manual-screen.tsx') },
  { path: '/helper/appUpdater', ...helpPageText.appUpdater, load: () => import('./app-updater-screen.tsx') },
  { path: '/helper/contact', ...helpPageText.contact, load: () => import('./contact-screen.tsx') },
  { path: '/helper/terms', ...helpPageText.terms, load: () => import('./terms-screen.tsx') },
  { path: '/helper/accessibility', ...helpPageText.accessibility, load: () => import('./accessibility-screen.tsx') },
];
