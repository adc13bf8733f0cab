/** WeChat sign-in (OAuth; open.weixin.qq.com, website application): start, callback, and linking to an account. */

/** Local authorization page that simulates the one inside WeChat, with the sign-in attempt in its query. */
export const LOCAL_WECHAT_PATH = '/api/auth/wechat/local';

/** Callback page of the web client for WeChat and institutions (specification.md §2: "lesson connect dispatch"). */
export const SIGN_IN_RETURN_PATH = '/lesson/connect/dispatch';
