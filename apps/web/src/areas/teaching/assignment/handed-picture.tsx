/** A picture that a student handed in, turned as the student turned it. Its box has the proportions of the turned picture. */
import type { HandedFile } from '@shufang/contract';
import type { CSSProperties, ReactNode } from 'react';
import styles from './files.module.css';

interface HandedPictureProps {
  readonly file: Pick<HandedFile, 'name' | 'width' | 'height' | 'rotation'>;
  readonly src: string;
  /** Drawn above the picture, in its box. */
  readonly children?: ReactNode;
}

export const HandedPicture = ({ file: { name, width = 4, height = 3, rotation }, src, children }: HandedPictureProps) => {
  const isOnSide = rotation === 90 || rotation === 270;
  const box: CSSProperties = { aspectRatio: isOnSide ? `${height} / ${width}` : `${width} / ${height}` };
  const picture: CSSProperties = {
    width: isOnSide ? `${(100 * width) / height}%` : '100%',
    transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
  };
  return (
    <div className={styles.picture} style={box}>
      <img src={src} alt={name} style={picture} />
      {children}
    </div>
  );
};
