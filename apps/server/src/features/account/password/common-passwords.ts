/**
 * Passwords that attackers try first: the head of a published frequency list (MIT, see docs/dependencies.md) and common Chinese patterns
 * that it lacks.
 */
import { dictionary } from '@zxcvbn-ts/language-common';

/** How many of the list's most frequent passwords are used. Source: security.md §2. */
const LIST_HEAD = 3_000;

/** The most frequent passwords worldwide, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].slice(0, LIST_HEAD).map((password) => password.toLowerCase()),
);

const pinyin = `
woaini woaiwo woaiwojia woaiwoziji aini aiwo nihao nihaoma woshishui woshini wobuzhidao mima wodemima mimamima woaimama woaibaba baobao baobei laopo
laogong qinaide zhongguo woaizhongguo zhonghua beijing shanghai guangzhou shenzhen chengdu chongqing tianjin hangzhou nanjing wuhan xuexi xuesheng laoshi
daxue shuben yuedu dushu zhang wang chen zhao huang zhou yang zhangwei wangwei liwei wangfang zhangmin lijing wangjing lina zhangli xiaoming xiaohong
xiaolong tianya taobao baidu tencent weixin weibo zhifubao alibaba huawei xiaomi renren kaixin asdasd admin root test user guest
`;

/** Words that users combine with digits: the alphabetic part of the most frequent passwords, and pinyin. */
export const COMMON_WORDS: ReadonlySet<string> = new Set([
  ...[...COMMON_PASSWORDS].filter((word) => /^[a-z]{4,}$/.test(word)),
  ...pinyin.split(/\s+/).filter((word) => word !== ''),
]);

/** Digit groups that stand for words (5201314 sounds like "love forever" in Chinese) or follow the keypad. */
export const COMMON_NUMBERS: readonly string[] = (
  '5201314 1314520 520520 521521 1314 147258 258369 369258 159357 357159 147852 159753 123654 741852 852963 963852 753951 951753 987654 ' +
  '123456 112233 121212 123123 010203 102030 147147 258258 246810 135790 13579 24680 110110 119119 168168 888888 666666 789456 456123 456789 1234'
).split(' ');
