myth explain E0105
myth explain e0130
