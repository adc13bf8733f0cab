/** The width and spacing of a screen: a centered column with one heading and titled sections. */
import { type ReactNode, useId } from 'react';
import styles from './page.module.css';

interface PageProps {
  /** Width of the column. `wide`: for grids of covers; `text`: for running text. */
  readonly width?: 'wide' | 'text';
  readonly children: ReactNode;
}

export const Page = ({ width = 'wide', children }: PageProps) => (
  <div className={styles.page} data-width={width}>
    {children}
  </div>
);

interface PageHeaderProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Buttons or links at the end of the line with the page's heading. */
  readonly children?: ReactNode;
}

export const PageHeader = ({ title, lead, children }: PageHeaderProps) => (
  <header className={styles.header}>
    <div>
      <h1 className={styles.title}>{title}</h1>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
    </div>
    {children === undefined || children === null ? null : <div className={styles.actions}>{children}</div>}
  </header>
);

interface SectionProps {
  readonly title: string;
  /** HTML id of the section, so that links can point to it. */
  readonly id?: string;
  /** A link at the end of the line with the section's heading. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

export const Section = ({ title, id, more, children }: SectionProps) => {
  const headingId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId}>
      <div className={styles.sectionHead}>
        <h2 id={headingId} className={styles.sectionTitle}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
};

/** Message in place of a list without items: says that there is no data, and what the user can do. */
export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <svg className={styles.emptyIcon} viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">
      <path
        d="M32 12c-6-5-14-6.500-24-6v34c10-.5 18 1 24 6 6-5 14-6.500 24-6V6c-10-.5-18 1-24 6Zm0 0v34M14 15c4 0 8 .8 12 2.600M14 23c4 0 8 .8 12 2.600M50 15c-4 0-8 .8-12 2.600"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.500"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    <h2 className={styles.emptyTitle}>{title}</h2>
    {children}
  </div>
);
