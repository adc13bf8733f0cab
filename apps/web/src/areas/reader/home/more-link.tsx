import { Text } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import styles from './home-screen.module.css';

/** The link at the end of the heading of a row: to all items of the row `name`. */
export const MoreLink = ({ to, name }: { to: string; name: string }) => (
  <Text to={to} as={Link} size={14} tone="accent" className={styles.more} aria-label={catalogText.moreOf(name)}>
    {catalogText.more}
  </Text>
);
