/** The seal of the product alone. */
export const LogoMark = () => <img src="/favicon.svg" width={40} height={40} alt="" />;
