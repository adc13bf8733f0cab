/** `accept` value of image file inputs. Phones convert HEIC photos to JPEG for these types, but not for `image/*`. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
