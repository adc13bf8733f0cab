/** Who made a book, and its facts as a list. */
import type { BookPerson, getBookInfo, OutputOf } from '@shufang/contract';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { catalogText, languageName } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './book-facts.module.css';
import { bookListAddress } from './book-list-choices.ts';

export type BookInfo = OutputOf<typeof getBookInfo>;

/** 张三（北京大学）、李四 主编；王五 译 */
export const ContributorLine = ({ contributors }: { contributors: readonly BookPerson[] }) => {
  const roles = [...new Set(contributors.map(({ role }) => role))];
  if (roles.length === 0) return null;
  return (
    <ul className={styles.contributors}>
      {roles.map((role) => (
        <li key={role}>
          {contributors
            .filter((person) => person.role === role)
            .map(({ name, unit }, index) => (
              <Fragment key={`${index}${name}`}>
                {index === 0 ? null : '、'}
                <Link to={bookListAddress({ source: 'author', id: name })} className={styles.link}>
                  {name}
                </Link>
                {unit === undefined ? null : <span className={styles.unit}>{catalogText.unitOf(unit)}</span>}
              </Fragment>
            ))}
          <span className={styles.role}>{catalogText.roles[role]}</span>
        </li>
      ))}
    </ul>
  );
};

/** 规划教材: the plan that lists the book, and the document that says so. */
export const PlanLine = ({ plan }: { plan: BookInfo['plan'] }) =>
  plan === undefined ? null : (
    <p className={styles.plan}>
      <Link to={bookListAddress({ source: 'plan', id: plan.name })} className={styles.planBadge}>
        {catalogText.planned}
      </Link>
      <span>{catalogText.planProof(plan.name, plan.proof)}</span>
    </p>
  );

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric', timeZone: 'Asia/Shanghai' });

/** `2021年3月1日` from a full date; a year or a year and month stay as the book states them. */
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
        <Link to={bookListAddress({ source: 'publisher', id: publisher })} className={styles.link}>
          {publisher}
        </Link>
      ),
    ],
    [catalogText.published, metadata.published && publishedOn(metadata.published)],
    [catalogText.edition, info.book.edition === undefined ? undefined : catalogText.editionNo(info.book.edition)],
    [catalogText.level, info.level && catalogText.levels[info.level]],
    [catalogText.isbn, metadata.isbn],
    [catalogText.words, metadata.chars > 0 ? catalogText.wordCount(metadata.chars) : undefined],
    [catalogText.languageOf, metadata.languages.map(languageName).join('、')],
    [catalogText.updatedAt, dateFormat.format(updatedAt)],
    [catalogText.contains, catalogText.mediaCounts(counts)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === undefined || value === '' ? null : (
          <div key={name} className={styles.fact} data-long={name === catalogText.contains || undefined}>
            <dt>{name}</dt>
            {/* Names of languages are the browser's: the server may call one otherwise. */}
            <dd suppressHydrationWarning>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
};
