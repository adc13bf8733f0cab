import type { AccessModel, AccessRight } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { endSession, useSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { AccessBox } from './access-box.tsx';
import type { BookInfo } from './book-facts.tsx';

const BOOK = '1'.repeat(26);
const infoOf = (accessModel: AccessModel, right: AccessRight, names?: string[]): BookInfo => ({
  book: { id: BOOK, title: '论语', authors: '', accessModel, priceFen: 0, owned: false, publishedAt: 0, chars: 1, categories: [] },
  metadata: { title: '论语', contributors: [], subjects: [], language: 'zh' } as unknown as BookInfo['metadata'],
  contributors: [],
  descriptionText: '',
  right,
  ...(names === undefined ? {} : { institutionSignIn: { names } }),
  toc: [],
  trialChapters: 0,
  updatedAt: 0,
  versionNo: 1,
  counts: { images: 0, formulas: 0, tables: 0, audio: 0, video: 0, code: 0, questions: 0, audioSeconds: 0, videoSeconds: 0 },
});
const byCode: AccessRight = { kind: 'none', reason: '购买纸质书后可用书码开通', openByCode: true };
const mainButtons = () =>
  [...document.querySelectorAll<HTMLElement>('a, button')]
    .filter(({ className }) => className === buttonClass())
    .map((one) => one.textContent);
const signIn = (): void => useSession.setState({ userId: 'u1', token: 'token' });
afterEach(() => endSession());

describe('the access box', () => {
  it.each([
    ['a book by code, signed out', infoOf('codeOnly', byCode), false, false, ['用书码开通']],
    ['a book by code, signed in', infoOf('codeOnly', byCode), false, true, ['用书码开通']],
    ['a book for sale, whose main button is beside the price', infoOf('paid', byCode), true, true, []],
    ['an owned book', infoOf('paid', { kind: 'owned', reason: '' }), true, true, ['开始学习']],
    ['a trial', infoOf('paid', { kind: 'trial', reason: '', openByCode: true }), false, false, ['试读']],
    ['a trial of a book for sale, whose main button is beside the price', infoOf('paid', { kind: 'trial', reason: '' }), true, false, []],
    ['a book for institutions only', infoOf('institutionOnly', { kind: 'none', reason: '' }, []), false, false, ['机构登录']],
    ['a book for sale that the user’s institution licenses', infoOf('paid', byCode, ['甲大学']), true, true, ['机构登录']],
    ['a book that cannot be obtained', infoOf('paid', { kind: 'none', reason: '本书已下架' }), false, true, ['浏览全部教材']],
  ])('has one main button: %s', async (_, info, isSold, isSignedIn, names) => {
    if (isSignedIn) signIn();
    renderInApp(<AccessBox info={info} isSold={isSold} />);
    expect(mainButtons()).toEqual(names);
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('mentions before the price that the user’s institution may have licensed the book, with a link that returns', () => {
    renderInApp(<AccessBox info={infoOf('paid', byCode, [])} isSold />);
    expect(screen.getByText(/您所在的学校可能已购买本书/)).toBeVisible();
    const redirect = encodeURIComponent(`/course/info/${BOOK}`);
    expect(screen.getByRole('link', { name: '机构登录' })).toHaveAttribute('href', `/user/login?mode=institution&redirect=${redirect}`);
  });
});
