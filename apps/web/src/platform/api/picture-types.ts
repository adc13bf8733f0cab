/** What a file field asks for where a picture is wanted. A telephone that keeps its photos as HEIC hands them over as JPEG then; asked for `image/*` it would not. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
