"""Posts that remind people, and what each person has set for them."""
