/** `/helper/terms`: the terms of service and the privacy notice. */
import { PageHeader } from '@shufang/ui';
import { termsText as text } from '../../../platform/messages/zh-cn/terms.ts';
import { TermsArticle } from '../../../platform/terms/terms-article.tsx';

export const Component = () => (
  <>
    <PageHeader title={text.title} lead={text.lead} />
    <TermsArticle />
  </>
);
