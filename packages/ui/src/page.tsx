/** The measure and rhythm of a screen: a centred column with one heading, and titled sections in it. */
import { type ReactNode, useId } from 'react';
import styles from './page.module.css';

interface PageProps {
  /** `wide`: grids of covers; `text`: something to read. */
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
  /** Actions at the far end. */
  readonly children?: ReactNode;
}

export const PageHeader = ({ title, lead, children }: PageHeaderProps) => (
  <header className={styles.header}>
    <div>
      <h1 className={styles.title}>{title}</h1>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
    </div>
    {children === undefined ? null : <div className={styles.actions}>{children}</div>}
  </header>
);

interface SectionProps {
  readonly title: string;
  /** For links to this section. */
  readonly id?: string;
  /** A way on, at the far end of the heading. */
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

/** What stands where nothing is yet: says so, and what to do about it. */
export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <svg className={styles.emptyMark} viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">
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
