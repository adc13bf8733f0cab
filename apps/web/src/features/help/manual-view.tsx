/** A manual: its articles one after another, each with its own URL. */
import { Block, Cluster, Text } from '@shufang/ui';
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
    <Text as="p" tone="soft" marginTop={8} className={styles.lead}>
      {article.lead}
    </Text>
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
      <Block as="ul" tone="soft" marginTop={16} className={styles.notes}>
        {article.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Block>
    )}
    <Cluster align="center" justify="between" marginTop={20} className={styles.foot}>
      {article.goTo === undefined ? null : (
        <Link to={article.goTo.to} className={styles.goTo}>
          {helpText.takeMeThere(article.goTo.label)}
        </Link>
      )}
      <ArticleVote manual={manual.name} article={article.id} />
    </Cluster>
  </article>
);

/** Scrolls to the article in the URL, also when only the fragment changes. */
const useLinkedArticle = (): void => {
  const location = useLocation();
  useEffect(() => {
    if (location.hash === '') return;
    const heading = document.getElementById(location.hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [location]);
};

export const ManualView = ({ manual }: { manual: Manual }) => {
  useLinkedArticle();
  return (
    <>
      {manual.articles.map((article) => (
        <Article key={article.id} manual={manual} article={article} />
      ))}
    </>
  );
};
