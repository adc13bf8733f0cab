/** A manual to read: its articles one after another, each with an address of its own. */
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import type { Manual, ManualArticle } from '../../platform/messages/zh-cn/manuals/manual.ts';
import { ArticleVote } from './article-vote.tsx';
import styles from './manual.module.css';
import { PICTURE_SIZE, pictureAddress } from './manual-pictures.ts';

const ArticlePicture = ({ picture }: { picture: NonNullable<ManualArticle['picture']> }) => {
  const address = pictureAddress(picture.name);
  if (address === undefined) return null;
  return (
    <figure className={styles.figure}>
      <img src={address} alt={picture.alt} loading="lazy" {...PICTURE_SIZE} />
    </figure>
  );
};

const Article = ({ manual, article }: { manual: Manual; article: ManualArticle }) => (
  <article className={styles.article} aria-labelledby={article.id}>
    <h2 id={article.id} className={styles.title} tabIndex={-1}>
      {article.title}
    </h2>
    <p className={styles.lead}>{article.lead}</p>
    {article.steps === undefined ? null : (
      <ol className={styles.steps}>
        {article.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    )}
    {article.terms === undefined ? null : (
      <dl className={styles.terms}>
        {article.terms.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    )}
    {article.picture === undefined ? null : <ArticlePicture picture={article.picture} />}
    {article.notes === undefined ? null : (
      <ul className={styles.notes}>
        {article.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    )}
    <div className={styles.foot}>
      {article.goTo === undefined ? null : (
        <Link to={article.goTo.to} className={styles.goTo}>
          {helpText.takeMeThere(article.goTo.label)}
        </Link>
      )}
      <ArticleVote manual={manual.name} article={article.id} />
    </div>
  </article>
);

/** Goes to the article the address names, also when it only names another one. */
const useNamedArticle = (): void => {
  const place = useLocation();
  useEffect(() => {
    if (place.hash === '') return;
    const heading = document.getElementById(place.hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [place]);
};

export const ManualView = ({ manual }: { manual: Manual }) => {
  useNamedArticle();
  return (
    <>
      {manual.articles.map((article) => (
        <Article key={article.id} manual={manual} article={article} />
      ))}
    </>
  );
};
