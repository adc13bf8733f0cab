/** Bar above a preview of the home page: states its time and content, with links to leave it. */
import type { HomeDraft } from '@shufang/contract';
import { IconEye } from '@shufang/icons';
import { buttonClass, CheckboxOption, Cluster, Input, Row, Text } from '@shufang/ui';
import { Link, useNavigate } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { homePreviewText as text } from '../../platform/messages/zh-cn/home-preview.ts';
import { homePreviewAddress, minuteOf } from './home-preview.ts';
import styles from './preview-bar.module.css';
import type { HomePreview } from './queries.ts';

const momentFormat = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' });

interface PreviewBarProps {
  readonly preview: HomePreview;
  /** Message of the server if it refused the preview; undefined otherwise. */
  readonly refusal: string | undefined;
}

export const PreviewBar = ({ preview, refusal }: PreviewBarProps) => {
  const navigate = useNavigate();
  const go = (next: HomePreview): void => void navigate(homePreviewAddress(next), { replace: true, preventScrollReset: true });
  return (
    <Cluster as="section" gap={[8, 24]} align="center" justify="between" marginBottom={24} className={styles.bar} aria-label={text.title}>
      <Cluster as="p" align="center" className={styles.title}>
        <IconEye size={20} stroke={1.6} aria-hidden />
        <strong>{text.title}</strong>
        <span>{refusal === undefined ? text.lead : text.refused(refusal)}</span>
      </Cluster>
      <Cluster gap={[8, 16]} align="center">
        {refusal === undefined ? (
          <>
            <Row as="label" gap={8} align="center" size={14}>
              {text.at}
              <Input
                type="datetime-local"
                className={styles.time}
                value={preview.at === undefined ? '' : minuteOf(preview.at)}
                onChange={(value) => {
                  const at = new Date(value).getTime();
                  go({ ...(Number.isNaN(at) ? {} : { at }), drafts: preview.drafts });
                }}
              />
            </Row>
            <CheckboxOption size={14} className={styles.drafts} checked={preview.drafts} onChange={(drafts) => go({ ...preview, drafts })}>
              {text.drafts}
            </CheckboxOption>
          </>
        ) : null}
        <Link to="/admin/home" className={buttonClass('quiet')}>
          {text.toHomeSlots}
        </Link>
        <Link to="/" className={buttonClass('quiet')}>
          {text.leave}
        </Link>
      </Cluster>
    </Cluster>
  );
};

/** Badge on content that readers do not see, with the reason. */
export const DraftBadge = ({ draft }: { draft: HomeDraft }) => (
  <Text as="p" size={13} tone="accent" marginBottom={8} className={styles.mark}>
    {[
      ...(draft.isHidden ? [text.hidden] : []),
      ...(draft.startAt === undefined ? [] : [text.startsAt(momentFormat.format(draft.startAt))]),
      ...(draft.isTargetHidden ? [text.targetHidden] : []),
    ].join(text.and)}
  </Text>
);
