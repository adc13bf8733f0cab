/** The contributors of a book, and its facts as a list. */
import type { BookCredit, getBookInfo, OutputOf } from '@shufang/contract';
import { Cluster, Grid, Row, Text } from '@shufang/ui';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { catalogText, languageName } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './book-facts.module.css';
import { bookListAddress } from './book-list-choices.ts';

export type BookInfo = OutputOf<typeof getBookInfo>;

/** Shows the contributors in one line, by role and with their organization, such as 张三（北京大学）、李四 主编；王五 译 (editors and a translator). */
export const ContributorLine = ({ contributors }: { contributors: readonly BookCredit[] }) => {
  const roles = [...new Set(contributors.map(({ role }) => role))];
  if (roles.length === 0) return null;
  return (
    <Cluster as="ul" gap={[4, 24]} size={16} marginTop={12}>
      {roles.map((role) => (
        <li key={role}>
          {contributors
            .filter((contributor) => contributor.role === role)
            .map(({ name, unit }, index) => (
              <Fragment key={`${index}${name}`}>
                {index === 0 ? null : '、'}
                <Link to={bookListAddress({ source: 'author', id: name })} className={styles.link}>
                  {name}
                </Link>
                {unit === undefined ? null : (
                  <Text size={13} tone="faint">
                    {catalogText.unitOf(unit)}
                  </Text>
                )}
              </Fragment>
            ))}
          <Text size={13} tone="faint" className={styles.role}>
            {catalogText.roles[role]}
          </Text>
        </li>
      ))}
    </Cluster>
  );
};

/** Names the national or provincial plan of textbooks (规划教材) that lists the book, and the official document. */
export const PlanLine = ({ plan }: { plan: BookInfo['plan'] }) =>
  plan === undefined ? null : (
    <Cluster as="p" align="center" size={14} tone="soft" marginTop={8} className={styles.plan}>
      <Text to={bookListAddress({ source: 'plan', id: plan.name })} as={Link} size={13} tone="accent" className={styles.planBadge}>
        {catalogText.planned}
      </Text>
      <span>{catalogText.planProof(plan.name, plan.proof)}</span>
    </Cluster>
  );

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric', timeZone: 'Asia/Shanghai' });

/** Formats the date of publication: a full date becomes `2021年3月1日`; a year, or a year and month, stays as the book states it. */
const publishedOn = (text: string): string => (/^\d{4}-\d{2}-\d{2}/.test(text) ? dateFormat.format(new Date(text.slice(0, 10))) : text);

export const BookFacts = ({ info }: { info: BookInfo }) => {
  const { metadata, counts, updatedAt } = info;
  const { publisher } = info.book;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      catalogText.publisher,
      publisher === undefined ? (
        metadata.publisher
      ) : (
        <Link key="publisher" to={bookListAddress({ source: 'publisher', id: publisher })} className={styles.link}>
          {publisher}
        </Link>
      ),
    ],
    [catalogText.placeOfPublication, info.book.placeOfPublication],
    [catalogText.published, metadata.published && publishedOn(metadata.published)],
    [catalogText.edition, info.book.edition === undefined ? undefined : catalogText.editionNo(info.book.edition)],
    [catalogText.level, info.level && catalogText.levels[info.level]],
    [catalogText.isbn, metadata.isbn],
    [catalogText.length, metadata.chars > 0 ? catalogText.wordCount(metadata.chars) : undefined],
    [catalogText.languageOf, metadata.languages.map(languageName).join('、')],
    [catalogText.updatedAt, dateFormat.format(updatedAt)],
    [catalogText.contains, catalogText.mediaCounts(counts)],
  ];
  return (
    <Grid as="dl" size={14} fullWidth marginTop={24} className={styles.facts}>
      {facts.map(([name, value]) =>
        value === undefined || value === '' ? null : (
          <Row key={name} gap={12} className={styles.fact} data-long={name === catalogText.contains || undefined}>
            <dt>{name}</dt>
            {/* Language names come from the JavaScript engine, so those of the browser may differ from those rendered on the server. */}
            <dd suppressHydrationWarning>{value}</dd>
          </Row>
        ),
      )}
    </Grid>
  );
};
