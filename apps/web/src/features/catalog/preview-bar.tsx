/** Above a preview of the front page: that it is one, of which moment and with what, and the ways out. */
import type { HomeDraft } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { IconEye } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { homePreviewAddress, minuteOf } from './home-preview.ts';
import styles from './preview-bar.module.css';
import type { HomePreview } from './queries.ts';

const { homePreview: text } = deskCatalogueText;
const momentFormat = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' });

interface PreviewBarProps {
  readonly preview: HomePreview;
  /** What the server said where it gave no preview. */
  readonly refusal: string | undefined;
}

export const PreviewBar = ({ preview, refusal }: PreviewBarProps) => {
  const navigate = useNavigate();
  const go = (next: HomePreview): void => void navigate(homePreviewAddress(next), { replace: true, preventScrollReset: true });
  return (
    <section className={styles.bar} aria-label={text.title}>
      <p className={styles.title}>
        <IconEye size={20} stroke={1.6} aria-hidden />
        <strong>{text.title}</strong>
        <span>{refusal === undefined ? text.lead : text.refused(refusal)}</span>
      </p>
      <div className={styles.controls}>
        {refusal === undefined ? (
          <>
            <label className={styles.field}>
              {text.at}
              <input
                type="datetime-local"
                value={preview.at === undefined ? '' : minuteOf(preview.at)}
                onChange={({ target }) => {
                  const at = new Date(target.value).getTime();
                  go({ ...(Number.isNaN(at) ? {} : { at }), drafts: preview.drafts });
                }}
              />
            </label>
            <label className={styles.field}>
              <input type="checkbox" checked={preview.drafts} onChange={({ target }) => go({ ...preview, drafts: target.checked })} />
              {text.drafts}
            </label>
          </>
        ) : null}
        <Link to="/admin/home" className={buttonClass('quiet')}>
          {text.toDesk}
        </Link>
        <Link to="/" className={buttonClass('quiet')}>
          {text.leave}
        </Link>
      </div>
    </section>
  );
};

/** On what readers do not see: why not. */
export const DraftMark = ({ draft }: { draft: HomeDraft }) => (
  <p className={styles.mark}>
    {[
      ...(draft.isHidden ? [text.hidden] : []),
      ...(draft.startAt === undefined ? [] : [text.startsAt(momentFormat.format(draft.startAt))]),
      ...(draft.isTargetHidden ? [text.targetHidden] : []),
    ].join(text.and)}
  </p>
);
