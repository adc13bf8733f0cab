/** A user's avatar, or a default picture if the user has none. */
import styles from './user-avatar.module.css';

export const UserAvatar = ({ address, sizePx = 26 }: { address: string | undefined; sizePx?: number }) =>
  address === undefined ? (
    <svg className={styles.picture} viewBox="0 0 40 40" width={sizePx} height={sizePx} aria-hidden="true">
      <rect width="40" height="40" fill="#e9e3d6" />
      <circle cx="20" cy="16" r="7" fill="#8d8069" />
      <path d="M6 40c0-9 6-14.500 14-14.500S34 31 34 40Z" fill="#8d8069" />
      <path d="M14.500 27.500 20 33l5.500-5.500" fill="none" stroke="#e9e3d6" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  ) : (
    <img className={styles.picture} src={address} width={sizePx} height={sizePx} alt="" />
  );
