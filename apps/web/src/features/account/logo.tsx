/** The product's logo without its name. */
export const Logo = () => <img src="/favicon.svg" width={40} height={40} alt="" />;
